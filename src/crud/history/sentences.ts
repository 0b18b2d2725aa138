import type { useTranslate } from 'ra-core'
import type { Display } from '../format/display'
import type { useCrudText } from '../text/useCrudText'
import type { AuditEntry } from './auditEntry'

/** An entry in words: its lines, and the fields that need no mention beside them. None for what has no words of its own. */
export type Sentences = (
  entry: AuditEntry,
  context: { text: ReturnType<typeof useCrudText>; translate: ReturnType<typeof useTranslate>; display: Display },
) => { lines: readonly string[]; told: readonly string[] }
