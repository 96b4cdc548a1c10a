import { useEffect, useRef, useState } from 'react';

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

// Functions that stay the same for ever and do what those of the last drawing do: what is given them is not drawn again
// because they changed. For what people do, not for drawing.
export function useLatest<Given extends Functions>(given: Given): Given {
  const latest = useRef(given);
  useEffect(() => void (latest.current = given));
  const [stable] = useState(() => {
    const entries = Object.keys(given).map((name) => {
      const call = (...args: never[]): unknown => latest.current[name]?.(...args);
      return [name, call] as const;
    });
    return Object.fromEntries(entries) as Given;
  });
  return stable;
}
