import type { ReactNode } from 'react';

export const ProfileSection = (): ReactNode => null;
