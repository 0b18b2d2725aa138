/** @jsxImportSource preact */
import { AddLink, canAdd } from './AddLink'
import { call, Refusal } from './api'
import { variantOf } from './Choose'
import { Holding } from './Details'
import { duration, fill, priceFor } from './format'
import { ItemList } from './Items'
import { Measures, measuresOf } from './Measures'
import { Nothing } from './Nothing'
import { People, personOf } from './People'
import { Heading, Loading, StepLink, usePage } from './page'
import type { Item, Variant } from './pageData'
import type { Choice, Route, Service } from './route'
import { choiceOf, servicesOf, withService } from './services'
import { useLoaded } from './useLoaded'
import { VisitTimes, type Wanted } from './VisitTimes'

/** Visits cannot last days. */
const partVariants = (item: Item): Variant[] => item.variants.filter(({ durationType }) => durationType !== 'daily')

interface StepProps {
  choice: Choice
  takesFocus: boolean
}

export const AddService = ({ choice, takesFocus }: StepProps) => {
  const { texts, route, content } = usePage()
  if (!content) return null
  return (
    <>
      <p>
        <StepLink to={{ ...route, step: 'choose', choice: { ...choice, adds: undefined } }} class="back">
          ‹ {texts.withoutMore}
        </StepLink>
      </p>
      <Heading takesFocus={takesFocus}>{texts.whichService}</Heading>
      <ItemList
        items={content.items.filter(({ canBePart }) => canBePart)}
        to={({ slug }) => withService(route, choice, content.items, slug)}
      />
    </>
  )
}

interface Part {
  service: Service
  item: Item
  variant: Variant
}

const wantedOf = ({ service, variant }: Part): Wanted => {
  const { quantity, length } = measuresOf(variant, service)
  return {
    variantId: variant.id,
    quantity,
    durationMinutes: length,
    personId: personOf(variant.people, service.person)?.id,
  }
}

const titleOf = ({ item, variant }: Part): string =>
  item.variants.length > 1 ? `${item.name} · ${variant.name}` : item.name

interface PartChoiceProps {
  part: Part
  index: number
  onChange: (values: Partial<Service>) => void
  without: Route
}

const PartChoice = ({ part, index, onChange, without }: PartChoiceProps) => {
  const { texts, ...page } = usePage()
  const { service, item, variant } = part
  const variants = partVariants(item)
  const words = { ...page, texts }
  return (
    <fieldset class="part">
      <legend dir="auto">
        {index + 1}. {item.name}
      </legend>
      <p class="price">
        {variant.durationType === 'fixed' && `${duration(variant.durationMinutes, texts)} · `}
        {priceFor(variant.price, variant, words)}
      </p>
      <div class="measures">
        {variants.length > 1 && (
          <label>
            {texts.variant}
            <select
              value={variant.id}
              onChange={({ currentTarget }) =>
                onChange({ variant: currentTarget.value, quantity: undefined, length: undefined })
              }
            >
              {variants.map(one => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <Measures {...{ variant, service, onChange }} />
      </div>
      <People
        people={variant.people}
        chosen={personOf(variant.people, service.person)}
        name={`person-${index}`}
        onChoose={person => onChange({ person })}
      />
      <StepLink to={without} class="remove" aria-label={fill(texts.removeService, { name: item.name })}>
        {texts.remove}
      </StepLink>
    </fieldset>
  )
}

export const Visit = ({ first, choice, takesFocus }: StepProps & { first: Item }) => {
  const { api, texts, route, lang, go } = usePage()
  const services = servicesOf(choice)
  const slugs = Array.from(new Set(services.map(({ item }) => item)))
  const query = { channel: route.channel, lang }
  const loaded = useLoaded<readonly Item[]>(
    slugs.join(),
    signal =>
      Promise.all(
        slugs.map(slug =>
          slug === first.slug ? first : call<Item>(`${api}/items/${encodeURIComponent(slug)}`, { signal, query }),
        ),
      ),
    null,
  )
  if (loaded.error)
    return (
      <Nothing
        {...{ takesFocus, error: loaded.error, again: loaded.again }}
        title={texts.allItems}
        missing={[texts.notOffered, texts.notOfferedWhy]}
      />
    )
  if (!loaded.value || loaded.isLoading) return <Loading />
  const known = new Map(loaded.value.map(item => [item.slug, item]))
  const parts = services.flatMap((service): Part[] => {
    const item = known.get(service.item)
    const variant = item && variantOf({ ...item, variants: partVariants(item) }, service)
    return item && variant ? [{ service, item, variant }] : []
  })
  const [leading] = parts
  if (!leading || parts.length < services.length)
    return (
      <Nothing
        {...{ takesFocus, error: new Refusal('not_found'), again: loaded.again }}
        title={texts.allItems}
        missing={[texts.notOffered, texts.notOfferedWhy]}
      />
    )
  const wanted = parts.map(wantedOf)
  if (choice.at)
    return (
      <Holding
        key={choice.at}
        {...{ choice, takesFocus, questions: null }}
        place={{ parts: wanted, startsAt: choice.at }}
        title={parts.map(titleOf).join(' + ')}
        requiresApproval={parts.some(({ variant }) => variant.requiresApproval)}
      />
    )
  const to = (change: Partial<Choice>): Route => ({
    ...{ channel: route.channel, lang: route.lang, embed: route.embed },
    step: change.at ? 'details' : 'choose',
    choice: { ...choice, at: undefined, until: undefined, ...change },
  })
  const withServices = (all: readonly Service[]): Route => ({ ...route, step: 'choose', choice: choiceOf(all) })
  return (
    <>
      <p>
        <StepLink to={{ ...route, step: 'items' }} class="back">
          ‹ {texts.allItems}
        </StepLink>
      </p>
      <Heading takesFocus={takesFocus}>{texts.yourVisit}</Heading>
      <p class="intro">{texts.oneAfterTheOther}</p>
      {parts.map((part, index) => (
        <PartChoice
          // biome-ignore lint/suspicious/noArrayIndexKey: the same service may come twice
          key={`${part.item.slug} ${index}`}
          {...{ part, index }}
          onChange={values => go(withServices(services.with(index, { ...part.service, ...values })), { replace: true })}
          without={withServices(services.filter((_, at) => at !== index))}
        />
      ))}
      {canAdd(leading.variant, choice) && <AddLink choice={choice} />}
      {parts.some(({ variant }) => variant.requiresApproval) && <p class="note">{texts.approval}</p>}
      <VisitTimes key={JSON.stringify(wanted)} {...{ choice, to, parts: wanted }} offer={leading.variant} />
    </>
  )
}
