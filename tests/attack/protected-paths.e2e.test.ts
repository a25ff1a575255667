import { carried } from './carried.ts';
import { playKind } from './kind.ts';

playKind('protected-paths', carried, { only: ({ tool }) => tool !== 'bash' });
playKind('benign', carried, { only: ({ id, tool }) => id.startsWith('ok-') && tool !== 'bash' });
