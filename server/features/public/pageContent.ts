import { sql } from 'kysely'
import { getCountryCallingCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import type { calls } from '../../../src/calls'
import { type AnswerOf, fileUrl } from '../../../src/declare'
import type { Transaction } from '../../serve'
import { phoneCountryOf } from '../setup/phoneCountry'
import { inLanguage, type Language, type QuestionTranslation, questionsIn, type Translation } from './inLanguage'
import { findPage, noPage, type Page, pageSql, type Visit } from './visitor'

type PageContent = AnswerOf<typeof calls.publicPage.page>
type ItemContent = AnswerOf<typeof calls.publicPage.item>

const isSold = (channelId: unknown) => sql`items.status = 'active' and exists (
  select from channels where channels.tenant_id = items.tenant_id and channels.id = ${channelId} and (
    channels.sells_all_items or exists (select from channels_catalog_item_ids as link
      where link.tenant_id = items.tenant_id and link.owner_id = channels.id and link.target_id = items.id)))`

const countedIn = sql`case when variants.capacity_mode = 'pooled' and not exists (
  select from variant_resources as own
  join resources on resources.tenant_id = own.tenant_id and resources.id = own.target_id
  join resource_types as types on types.tenant_id = resources.tenant_id and types.id = resources.resource_type_id
  where own.tenant_id = variants.tenant_id and own.owner_id = variants.id and types.kind in ('person', 'space')
) then 'pieces' else 'people' end`

/** Half a court has no common word. */
const unit = sql`(select case when count(*) = count(types.icon) and count(resources.parent_resource_id) = 0 and min(types.icon) = max(types.icon)
  and min(types.icon) in ('room', 'chair', 'court', 'boat', 'car') then min(types.icon) end
  from variant_resources as own
  join resources on resources.tenant_id = own.tenant_id and resources.id = own.target_id and resources.is_active
  join resource_types as types on types.tenant_id = resources.tenant_id and types.id = resources.resource_type_id
  where own.tenant_id = variants.tenant_id and own.owner_id = variants.id)`

interface ItemRow {
  id: string
  slug: string
  name: string
  description: string | null
  imageId: string | null
  category: string | null
  questions: ItemContent['questions']
  translations: Translation[]
  questionTranslations: QuestionTranslation[]
  variantCount: number
  fromAmount: number | null
  fromCurrency: string | null
  fromPricingUnit: PageContent['items'][number]['fromPricingUnit']
  countedIn: PageContent['items'][number]['countedIn']
  takesWhole: boolean
  canBePart: boolean
}

const itemRows = async (db: Transaction, tenantId: string, page: Page, slug: string | null): Promise<ItemRow[]> => {
  const { rows } = await sql<ItemRow>`
    select items.id, items.slug, items.name, items.description, items.image_id, items.category, items.questions, items.translations,
      items.question_translations,
      count(variants.id) as variant_count, min(variants.price_amount) as from_amount,
      min(variants.price_currency) as from_currency,
      (array_agg(variants.pricing_unit order by variants.price_amount, variants.sort_order))[1] as from_pricing_unit,
      (array_agg(${countedIn} order by variants.price_amount, variants.sort_order))[1] as counted_in,
      (array_agg(variants.capacity_mode = 'exclusive' order by variants.price_amount, variants.sort_order))[1] as takes_whole,
      bool_or(variants.duration_type <> 'daily') as can_be_part
    from catalog_items as items
    join variants on variants.tenant_id = items.tenant_id and variants.catalog_item_id = items.id and variants.is_active
    where items.tenant_id = ${tenantId} and (${slug}::text is null or items.slug = ${slug}) and ${isSold(page.channelId)}
    group by items.tenant_id, items.id order by items.sort_order, items.name`.execute(db)
  return rows
}

const itemHead = (tenantId: string, item: ItemRow): PageContent['items'][number] => ({
  slug: item.slug,
  name: item.name,
  description: item.description,
  imageUrl: item.imageId && fileUrl(tenantId, item.imageId),
  category: item.category,
  fromPrice:
    item.fromAmount === null || item.fromCurrency === null
      ? null
      : { amount: item.fromAmount, currency: item.fromCurrency },
  fromPricingUnit: item.fromPricingUnit,
  countedIn: item.countedIn,
  takesWhole: item.takesWhole,
  variantCount: item.variantCount,
  canBePart: item.canBePart,
})

interface BusinessRow extends Omit<PageContent['tenant'], 'logoUrl' | 'dialing' | 'contactPhoneText'> {
  logoId: string | null
}

const dialingOf = (business: Parameters<typeof phoneCountryOf>[0]): PageContent['tenant']['dialing'] => {
  const country = phoneCountryOf(business)
  if (!country) return null
  const example = getExampleNumber(country, examples)
  const digits = example?.formatNational().replace(/\D/g, '') ?? ''
  const trunk = example && digits.endsWith(example.nationalNumber) && digits.slice(0, -example.nationalNumber.length)
  return { code: getCountryCallingCode(country), trunk: trunk || null }
}

export const businessOf = async (db: Transaction, id: string): Promise<PageContent['tenant']> => {
  const { rows } = await sql<BusinessRow>`
    select name, slug, time_zone, currency, locale, week_starts_on, time_format, logo_id, brand_color, contact_email,
      contact_phone, website_url, address from tenants where id = ${id}`.execute(db)
  const [business] = rows
  if (!business) throw noPage()
  const { logoId, ...rest } = business
  const phone = rest.contactPhone ? parsePhoneNumberFromString(rest.contactPhone) : undefined
  return {
    ...rest,
    contactPhoneText: phone?.formatNational() ?? rest.contactPhone,
    dialing: dialingOf(rest),
    logoUrl: logoId && fileUrl(id, logoId),
  }
}

export const pageContent = async (
  db: Transaction,
  { tenant: { id } }: Pick<Visit, 'tenant'>,
  { channel: code, lang }: { channel: string | undefined; lang: Language },
): Promise<{ content: PageContent; page: Page }> => {
  const page = await findPage(db, id, code)
  const [tenant, items] = await Promise.all([businessOf(db, id), itemRows(db, id, page, null)])
  const { pageTitle, pageIntro, pagePolicy, requiredFields, redirectUrl, isIndexable } = inLanguage(
    page,
    page.pageTranslations,
    lang,
  )
  const channel = { code: page.code, pageTitle, pageIntro, pagePolicy, requiredFields, redirectUrl, isIndexable }
  return {
    content: { tenant, channel, items: items.map(item => itemHead(id, inLanguage(item, item.translations, lang))) },
    page,
  }
}

export type Person = ItemContent['variants'][number]['people'][number]

const shownPeople = (variantId: unknown) => sql`
  resources join resource_types as types on types.tenant_id = resources.tenant_id and types.id = resources.resource_type_id
  join variant_resources as own on own.tenant_id = resources.tenant_id and own.target_id = resources.id
  where resources.is_active and resources.is_shown_online and types.kind = 'person' and own.owner_id = ${variantId}`

export const peopleOf = async (
  db: Transaction,
  tenantId: string,
  variantIds: readonly string[],
): Promise<Map<string, Person[]>> => {
  const { rows } = await sql<{ variantId: string; id: string; name: string; imageId: string | null }>`
    select variants.id as variant_id, person.* from variants, lateral (
      select resources.id, resources.name, resources.image_id, resources.sort_order
      from ${shownPeople(sql`variants.id`)} and resources.tenant_id = variants.tenant_id) as person
    where variants.tenant_id = ${tenantId} and variants.id = any(${variantIds})
    order by person.sort_order, person.name`.execute(db)
  const people = new Map<string, Person[]>(variantIds.map(id => [id, []]))
  for (const { variantId, imageId, id, name } of rows)
    people.get(variantId)?.push({ id, name, imageUrl: imageId && fileUrl(tenantId, imageId) })
  return people
}

interface VariantRow extends Omit<ItemContent['variants'][number], 'price' | 'people'> {
  priceAmount: number
  priceCurrency: string
  translations: Translation[]
}

export const itemContent = async (
  db: Transaction,
  { tenant: { id: tenantId } }: Pick<Visit, 'tenant'>,
  { slug, page, lang }: { slug: string; page: Page; lang: Language },
): Promise<ItemContent> => {
  const [item] = await itemRows(db, tenantId, page, slug.slice(0, 64))
  if (!item) throw noPage()
  const { rows } = await sql<VariantRow>`
    select variants.id, variants.name, variants.translations, duration_type, duration_minutes,
      case when duration_type = 'daily' then min_days * 1440 else min_duration_minutes end as min_duration_minutes,
      case when duration_type = 'daily' then max_days * 1440 else max_duration_minutes end as max_duration_minutes,
      case when duration_type = 'daily' then 1440 else duration_step_minutes end as duration_step_minutes,
      min_quantity, max_quantity, price_amount, price_currency, pricing_unit, waitlist_enabled,
      ${countedIn} as counted_in, ${unit} as unit, capacity_mode = 'exclusive' as takes_whole,
      requires_approval or not ${page.autoConfirm}::boolean as requires_approval,
      greatest(cancellation_notice_minutes, (
        select max((rules.parameters->>'minutes')::int) from resource_rules as rules
        where rules.tenant_id = variants.tenant_id and rules.is_active and rules.rule_type = 'cancellation_notice'
        and (rules.apply_to_all_resources or exists (
          select from resource_rules_resource_ids as target
          join variant_resources as own on own.tenant_id = target.tenant_id and own.target_id = target.target_id
          where target.tenant_id = rules.tenant_id and target.owner_id = rules.id and own.owner_id = variants.id))
      )) as cancellation_notice_minutes
    from variants where tenant_id = ${tenantId} and catalog_item_id = ${item.id} and is_active
    order by sort_order, name`.execute(db)
  const people = await peopleOf(
    db,
    tenantId,
    rows.map(({ id }) => id),
  )
  return {
    ...itemHead(tenantId, inLanguage(item, item.translations, lang)),
    questions: questionsIn(item.questions, item.questionTranslations, lang),
    variants: rows.map(({ priceAmount, priceCurrency, translations, ...variant }) => ({
      ...inLanguage(variant, translations, lang),
      people: people.get(variant.id) ?? [],
      price: { amount: priceAmount, currency: priceCurrency },
    })),
  }
}

interface Wanted {
  variantId: string
  personId?: string | null | undefined
  channel: string | undefined
}

interface Sold {
  durationType: 'fixed' | 'flexible' | 'daily'
  shortest: number
  waitlistEnabled: boolean
}

/** @throws Problem `not_found` for any other variant, and for a person not among its `people` */
export const findSold = async (
  db: Transaction,
  tenantId: string,
  { variantId, personId, channel }: Wanted,
): Promise<Page & Sold> => {
  const { rows } = await sql<Page & Sold>`
    select page.*, duration_type, waitlist_enabled,
      case when duration_type = 'daily' then min_days * 1440 else min_duration_minutes end as shortest
    from (${pageSql(tenantId, channel)}) as page, variants
    join catalog_items as items on items.tenant_id = variants.tenant_id and items.id = variants.catalog_item_id
    where variants.tenant_id = ${tenantId} and variants.id = ${variantId} and variants.is_active
    and ${isSold(sql`page.channel_id`)} and (${personId ?? null}::uuid is null or exists (
      select from ${shownPeople(variantId)} and resources.tenant_id = ${tenantId} and resources.id = ${personId ?? null}))`.execute(
    db,
  )
  if (!rows[0]) throw noPage()
  return rows[0]
}
