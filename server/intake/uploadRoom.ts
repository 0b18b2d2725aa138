/** Bytes. */
interface Limits {
  all: number
  ofPerson: number
}

export type UploadRoom = ReturnType<typeof createUploadRoom>

/** Keeps one person's uploads from taking all the memory. */
export const createUploadRoom = ({ all, ofPerson }: Limits) => {
  const taken = new Map<string, number>()
  let count = 0
  return {
    enter: (person: string, bytes: number): (() => void) | null => {
      const own = taken.get(person) ?? 0
      if (count + bytes > all || own + bytes > ofPerson) return null
      count += bytes
      taken.set(person, own + bytes)
      return () => {
        count -= bytes
        const left = (taken.get(person) ?? bytes) - bytes
        if (left > 0) taken.set(person, left)
        else taken.delete(person)
      }
    },
  }
}
