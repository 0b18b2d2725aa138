export const statusLooks = {
  labels: { held: 'On hold', pending: 'Waiting for approval', no_show: 'No-show' },
  tones: {
    held: 'waiting',
    pending: 'waiting',
    confirmed: 'good',
    completed: 'done',
    no_show: 'bad',
    cancelled: 'off',
    declined: 'bad',
    expired: 'off',
  },
} as const

export const paymentLooks = {
  label: 'Payment',
  tones: { not_required: 'off', unpaid: 'waiting', paid: 'done', refunded: 'off' },
} as const
