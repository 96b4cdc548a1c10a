import type { ReactNode } from 'react';

export const SecondFactorSection = (): ReactNode => null;
