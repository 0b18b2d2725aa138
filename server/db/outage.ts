export interface DatabaseError extends Error {
  code?: string
  constraint?: string
  table?: string
  column?: string
}

export const isOutage = (error: unknown): error is DatabaseError => {
  if (!(error instanceof Error)) return false
  const { code = '', message } = error as DatabaseError
  return (
    // Connections, full disks and other resources, operators, locks, serialization.
    /^(?:08|53|57|58)/.test(code) ||
    ['25006', '40001', '55P03'].includes(code) ||
    /^E(?:CONN|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|AI_)/.test(code) ||
    /connection terminated|connection timeout|timeout exceeded when trying to connect|connection error|database (?:is closed|has stopped)/i.test(
      message,
    )
  )
}
