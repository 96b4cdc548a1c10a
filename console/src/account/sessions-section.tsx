import type { ReactNode } from 'react';

export const SessionsSection = (): ReactNode => null;
