import { config } from 'zod';

// Imported before anything that has a schema: the page's policy lets no text become code, not even to try.
config({ jitless: true });
