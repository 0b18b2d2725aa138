/** @jsxImportSource preact */
import { AddLink, canAdd } from './AddLink'
import { duration, priceFor } from './format'
import { People, personOf } from './People'
import { Heading, StepLink, usePage } from './page'
import type { Item, Variant } from './pageData'
import type { Choice, Route, Service } from './route'
import { Times } from './Times'

export const variantOf = (item: Item, choice: Service): Variant | undefined =>
  item.variants.find(({ id }) => id === choice.variant) ?? item.variants[0]

export const measuresOf = (variant: Variant, choice: Service) => {
  const { minQuantity, maxQuantity, durationType, minDurationMinutes: least, maxDurationMinutes: most } = variant
  const quantity = Math.min(Math.max(choice.quantity ?? minQuantity, minQuantity), maxQuantity)
  const length = durationType === 'fixed' ? undefined : Math.min(Math.max(choice.length ?? least, least), most)
  return { quantity, length }
}

export const lengthsOf = ({ minDurationMinutes, maxDurationMinutes, durationStepMinutes }: Variant): number[] => {
  const count = Math.floor((maxDurationMinutes - minDurationMinutes) / durationStepMinutes) + 1
  return Array.from({ length: Math.min(count, 100) }, (_, index) => minDurationMinutes + index * durationStepMinutes)
}

export const quantitiesOf = ({ minQuantity, maxQuantity }: Variant): number[] =>
  Array.from({ length: Math.min(maxQuantity - minQuantity + 1, 100) }, (_, index) => minQuantity + index)

export const Choose = ({ item, choice, takesFocus }: { item: Item; choice: Choice; takesFocus: boolean }) => {
  const { texts, route, go, ...page } = usePage()
  const variant = variantOf(item, choice)
  const words = { ...page, texts }
  const to = (change: Partial<Choice>): Route => ({
    ...{ channel: route.channel, lang: route.lang, embed: route.embed },
    step: change.waits ? 'wait' : change.at ? 'details' : 'choose',
    choice: { ...choice, at: undefined, until: undefined, waits: undefined, ...change },
  })
  const change = (values: Partial<Choice>) => go(to({ ...values, day: undefined, month: undefined }), { replace: true })
  if (!variant) return <p>{texts.nothing}</p>
  const { quantity, length } = measuresOf(variant, choice)
  const person = personOf(variant.people, choice.person)
  const isDaily = variant.durationType === 'daily'
  return (
    <>
      <p>
        <StepLink to={{ ...route, step: 'items' }} class="back">
          ‹ {texts.allItems}
        </StepLink>
      </p>
      <Heading takesFocus={takesFocus}>{item.name}</Heading>
      {item.imageUrl && <img class="picture" src={item.imageUrl} alt="" width="480" height="360" decoding="async" />}
      {item.description && (
        <p class="intro" dir="auto">
          {item.description}
        </p>
      )}
      {item.variants.length > 1 ? (
        <fieldset class="variants">
          <legend>{texts.variant}</legend>
          {item.variants.map(one => (
            <label key={one.id}>
              <input
                type="radio"
                name="variant"
                checked={one.id === variant.id}
                onChange={() => change({ variant: one.id, quantity: undefined, length: undefined })}
              />
              <span dir="auto">{one.name}</span>
              <span class="price">
                {one.durationType === 'fixed' && `${duration(one.durationMinutes, texts)} · `}
                {priceFor(one.price, one, words)}
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p class="price">
          {variant.durationType === 'fixed' && `${duration(variant.durationMinutes, texts)} · `}
          {priceFor(variant.price, variant, words)}
        </p>
      )}
      <div class="measures">
        {variant.maxQuantity > variant.minQuantity && (
          <label>
            {variant.countedIn === 'pieces' ? texts.pieces : texts.quantity}
            <select
              value={quantity}
              onChange={({ currentTarget }) => change({ quantity: Number(currentTarget.value) })}
            >
              {quantitiesOf(variant).map(count => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </select>
          </label>
        )}
        {length !== undefined && (
          <label>
            {texts.length}
            <select value={length} onChange={({ currentTarget }) => change({ length: Number(currentTarget.value) })}>
              {lengthsOf(variant).map(minutes => (
                <option key={minutes} value={minutes}>
                  {duration(minutes, texts, isDaily)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <People people={variant.people} chosen={person} onChoose={id => change({ person: id })} />
      {canAdd(variant, choice) && <AddLink choice={choice} />}
      {variant.requiresApproval && <p class="note">{texts.approval}</p>}
      <Times
        key={`${variant.id} ${quantity} ${length} ${person?.id}`}
        {...{ choice, variant: variant.id, quantity, length, person: person?.id, to }}
        hasWaitlist={variant.waitlistEnabled}
        offer={variant}
      />
    </>
  )
}
