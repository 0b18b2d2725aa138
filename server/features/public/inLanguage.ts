import { sql } from 'kysely'
import type { calls } from '../../../src/calls'
import type { AnswerOf } from '../../../src/declare'
import type { Transaction } from '../../serve'

type Question = AnswerOf<typeof calls.publicPage.item>['questions'][number]

export interface Translation {
  language: string
  [field: string]: unknown
}

export interface QuestionTranslation {
  language: string
  key: string
  label: string | null
  options: string[]
}

export type Language = string | undefined

export const inLanguage = <T extends object>(record: T, translations: readonly Translation[], lang: Language): T => {
  const { language: _, ...said } = translations.find(({ language }) => language === lang) ?? { language: '' }
  return { ...record, ...Object.fromEntries(Object.entries(said).filter(([, text]) => text !== null)) }
}

/** Answers refer to the original options, so `optionLabels` translates them. */
export const questionsIn = (
  questions: readonly Question[],
  translations: readonly QuestionTranslation[],
  lang: Language,
): Question[] =>
  questions.map(({ key, label, type, required, options }) => {
    const said = translations.find(one => one.language === lang && one.key === key)
    const optionLabels = options.map((option, index) => said?.options[index] ?? option)
    return { key, label: said?.label ?? label, type, required, options, optionLabels }
  })

interface Texts {
  title: string
  questions: Question[]
}

export const textsOfEach = async (
  db: Transaction,
  { tenantId, variantIds, lang }: { tenantId: string; variantIds: readonly string[]; lang: Language },
): Promise<ReadonlyMap<string, Texts>> => {
  const { rows } = await sql<{
    id: string
    item: string
    itemTranslations: Translation[]
    variant: string
    variantTranslations: Translation[]
    questions: Question[]
    questionTranslations: QuestionTranslation[]
  }>`select variants.id, items.name as item, items.translations as item_translations, variants.name as variant,
      variants.translations as variant_translations, questions, question_translations
    from variants join catalog_items as items on items.tenant_id = variants.tenant_id and items.id = variants.catalog_item_id
    where variants.tenant_id = ${tenantId} and variants.id = any(${variantIds}::uuid[])`.execute(db)
  return new Map(
    rows.map(row => {
      const item = inLanguage({ name: row.item }, row.itemTranslations, lang)
      const variant = inLanguage({ name: row.variant }, row.variantTranslations, lang)
      const questions = questionsIn(row.questions, row.questionTranslations, lang)
      return [row.id, { title: `${item.name} · ${variant.name}`, questions }]
    }),
  )
}

export const textsOf = async (
  db: Transaction,
  { variantId, ...asked }: { tenantId: string; variantId: string; lang: Language },
): Promise<Texts> => {
  const texts = (await textsOfEach(db, { ...asked, variantIds: [variantId] })).get(variantId)
  if (!texts) throw new Error(`Variant ${variantId} is not there.`)
  return texts
}
