// TODO: keep waiting messages over a restart
const waiting = [];

export function enqueue(message) {
  waiting.push(message);
}

export function next() {
  return waiting.shift(); // FIXME: O(n) for long queues
}
