import type { ReactNode } from 'react';

export const PasswordSection = (): ReactNode => null;
