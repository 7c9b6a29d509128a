import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { rehearse, send } from '@/features/compose/compose.api';
import { changed, contentOf, empty, keyed, type Change } from '@/features/compose/draft.model';
import { forget, keep, recall, type Owner } from '@/features/compose/kept';
import { isRight, placed, wrongsIn, type Wrongs } from '@/features/compose/wrong.model';

/** A draft from its first word to its being taken. */
export function useCompose(owner: Owner) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => recall(owner));
  const [found, setFound] = useState<{ wrongs: Wrongs; by: 'dry' | 'send' }>();
  const [looked, setLooked] = useState<string>();
  const rehearsing = useMutation({ mutationFn: rehearse, onSuccess: (_, of) => setLooked(contentOf(of)) });
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      forget();
      await Promise.all([client.invalidateQueries({ queryKey: ['messages'] }), client.invalidateQueries({ queryKey: ['overview'] })]);
    },
  });
  const { who, address } = owner;
  const taken = sending.isSuccess;
  useEffect(() => {
    if (!taken) {
      keep({ who, address }, draft);
    }
  }, [who, address, draft, taken]);
  const change = (next: Change) => {
    // what is on its way stays what it is
    if (sending.isPending) return;
    setDraft(changed(draft, next));
    setFound(undefined);
    sending.reset();
    if (rehearsing.isError) rehearsing.reset();
  };
  const right = (by: 'dry' | 'send') => {
    const wrongs = wrongsIn(draft, new Date());
    setFound(isRight(wrongs) ? undefined : { wrongs, by });
    return isRight(wrongs);
  };
  const refused = sending.error ?? rehearsing.error;
  return {
    draft,
    change,
    wrongs: found?.wrongs ?? placed(refused, draft.mode) ?? {},
    /** What was asked for in vain, when something at the fields was wrong. */
    wrongBy: found?.by ?? (placed(refused, draft.mode) === undefined ? undefined : sending.error === null ? ('dry' as const) : ('send' as const)),
    rehearsing,
    sending,
    /** Whether a dry run was looked at that is of this very content. */
    isLooked: rehearsing.data !== undefined && looked === contentOf(draft),
    isReady: () => isRight(wrongsIn(draft, new Date())),
    dryRun: () => {
      sending.reset();
      if (right('dry')) rehearsing.mutate(draft);
    },
    send: async () => {
      if (!right('send')) return;
      if (rehearsing.isError) rehearsing.reset();
      const ready = keyed(draft, () => crypto.randomUUID());
      setDraft(ready);
      keep(owner, ready);
      // why it failed is shown in the form
      await sending.mutateAsync(ready).catch(() => undefined);
    },
    /** Begins another one, from nothing or from this one. */
    anew: (like: boolean) => {
      setDraft(like ? changed(draft, {}) : empty);
      rehearsing.reset();
      sending.reset();
    },
  };
}

export type Compose = ReturnType<typeof useCompose>;
