import type { ReactNode } from 'react';

export const CompanySection = (): ReactNode => null;
