/** What is pushed, for any number of readers, each from the beginning. */
export class Feed<T> {
  readonly #items: T[] = [];
  #waiting: (() => void)[] = [];
  #ended = false;

  push(item: T): void {
    this.#items.push(item);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<T, void, undefined> {
    for (let i = 0; ; i++) {
      while (i >= this.#items.length) {
        if (this.#ended) {
          return;
        }
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
        });
      }
      yield* this.#items.slice(i, i + 1);
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    waiting.forEach((resolve) => resolve());
  }
}
