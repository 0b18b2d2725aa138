import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AuditEntry } from '../../contract/auditEntry'

interface TakeBackOptions<T> {
  send: (isDry: boolean) => Promise<T>
  onDone: (written: T) => void
}

export const useTakeBack = <T>(what: 'one' | 'many', { id }: AuditEntry, { send, onDone }: TakeBackOptions<T>) => {
  const client = useQueryClient()
  const preview = useQuery({
    queryKey: ['takeBack', what, id],
    queryFn: () => send(true),
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(false),
    onSuccess: written => {
      void client.invalidateQueries({ queryKey: ['auditLog'] })
      onDone(written)
    },
  })
  return { preview, takeBack: () => mutate(), isBusy: isPending, failed: preview.error ?? error }
}
