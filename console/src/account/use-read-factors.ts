import { useQueryClient } from '@tanstack/react-query';

// After a change of what the person proves: the page, the question for a proof, and whether a merchant opens.
export function useReadFactors(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const names = ['getSecondFactors', 'getAccount', 'listSessions', 'getMe'];
    await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
  };
}
