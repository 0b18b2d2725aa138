// What is fetched for German, as one piece; whatever it lacks stays English.
import { crudGerman, problemsGerman } from './crudGerman'
import { de } from './de'
import { raGerman } from './raGerman'
import { resourcesGerman } from './resourcesGerman'
import { sentencesGerman, wordsGerman } from './sentencesGerman'

export const german: readonly Readonly<Record<string, unknown>>[] = [
  raGerman,
  de,
  crudGerman,
  resourcesGerman,
  { sentences: sentencesGerman, words: wordsGerman, problems: problemsGerman },
]
