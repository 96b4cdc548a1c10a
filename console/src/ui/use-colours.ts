import { useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ColourScheme } from '@vitrine/contract/account-words';
import { useEffect } from 'react';
import { call } from '../api/call.js';
import { meQuery } from '../api/me.js';
import { notifyFailure } from './notify.js';

type Colours = { readonly colours: ColourScheme; readonly choose: (colours: ColourScheme) => void };

// Seen at once and kept with the person, so that the next browser has them too.
export function useColours(): Colours {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const queryClient = useQueryClient();
  const keep = useMutation({
    mutationFn: (colourScheme: ColourScheme) => call('updateMe', { body: { colourScheme } }),
    onSuccess: (me) => queryClient.setQueryData(meQuery.queryKey, me),
    onError: (failure) => notifyFailure(failure, 'The colours are not kept'),
  });
  const choose = (colours: ColourScheme): void => {
    setColorScheme(colours);
    keep.mutate(colours);
  };
  return { colours: colorScheme, choose };
}

// What the person has chosen, in whatever browser that was.
export function useKeptColours(kept: ColourScheme | null | undefined): void {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (kept !== null && kept !== undefined) setColorScheme(kept);
  }, [kept, setColorScheme]);
}
