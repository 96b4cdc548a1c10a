import { Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { CompanyNotice } from '../ui/company-notice.js';
import { tellOpener } from './company-window.js';
import { SessionFrame } from './session-frame.js';

const route = getRouteApi('/proved');

// Where the company's window ends: it tells the page that opened it, and goes.
export function ProvedPage(): ReactNode {
  const { company: refusal } = route.useSearch();
  useEffect(() => {
    tellOpener({ refusal: refusal ?? null });
    if (refusal === undefined) window.close();
  }, [refusal]);
  return (
    <SessionFrame title={refusal === undefined ? 'That was it' : 'Not yet'}>
      {refusal !== undefined && <CompanyNotice refusal={refusal} name="Your company" />}
      <Text mt="md">You can close this window and go on where you were.</Text>
    </SessionFrame>
  );
}
