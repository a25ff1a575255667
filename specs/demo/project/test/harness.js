/** The smallest test runner that will do: one line a test in TAP, exit 1 when one has failed. */
const tests = [];

export const test = (name, body) => tests.push({ name, body });

export async function run() {
  let failed = 0;
  for (const [i, { name, body }] of tests.entries()) {
    try {
      await body();
      console.log(`ok ${i + 1} - ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`not ok ${i + 1} - ${name}`);
      console.log('  ---');
      console.log(`  error: ${String(error.message).split('\n')[0]}`);
      if ('expected' in error) {
        console.log(`  expected: ${JSON.stringify(error.expected) ?? String(error.expected)}`);
        console.log(`  actual: ${JSON.stringify(error.actual) ?? String(error.actual)}`);
      }
      console.log('  ...');
    }
  }
  console.log(`1..${tests.length}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
