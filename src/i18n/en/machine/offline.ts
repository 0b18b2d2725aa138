export const offline = {
  'offline.notice': 'You are offline. What you see is from %{time}, and nothing can be saved.',
} as const
