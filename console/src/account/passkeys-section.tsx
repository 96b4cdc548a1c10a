import type { ReactNode } from 'react';

export const PasskeysSection = (): ReactNode => null;
