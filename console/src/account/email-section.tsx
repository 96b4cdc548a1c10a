import type { ReactNode } from 'react';

export const EmailSection = (): ReactNode => null;
