import { Talk } from '../parts/talk.tsx';
import type { Shown } from '../parts/shown.ts';

export const Conversation = ({ shown, name }: { readonly shown: Shown; readonly name: string }) => (
  <>
    <div class="page-head">
      <h1>{name}</h1>
      <p class="soft">A conversation on behalf of the whole run.</p>
    </div>
    <Talk shown={shown} name={name} calls={shown.state.version} />
  </>
);
