import { useEffect } from 'preact/hooks';
import { Help } from './parts/help.tsx';
import { go, useRoute } from './route.ts';
import { RunPage } from './run-page.tsx';
import type { Source } from './source.ts';
import { Runs } from './views/runs.tsx';

export function App({ source }: { readonly source: Source }) {
  const route = useRoute();
  useEffect(() => {
    if (route.at === 'runs' && source.only !== null) {
      go(`#/${source.only}`);
    }
  }, [route.at]);
  return (
    <>
      {route.at === 'runs' ? (
        source.only === null && <Runs source={source} />
      ) : (
        <RunPage source={source} route={route} key={route.run} />
      )}
      <Help />
    </>
  );
}
