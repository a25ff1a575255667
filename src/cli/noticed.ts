import { visible } from '../agent/visible.ts';

/** A notice may quote the repository, its commands above all: what would act upon the terminal and hide them is written out. */
export const noticed = (text: string): string => visible(text).text.replaceAll('\r', '<U+000D>');
