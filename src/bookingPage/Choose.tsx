/** @jsxImportSource preact */
import { AddLink, canAdd } from './AddLink'
import { duration, priceFor } from './format'
import { Measures, measuresOf } from './Measures'
import { People, personOf } from './People'
import { Heading, StepLink, usePage } from './page'
import type { Item, Variant } from './pageData'
import type { Choice, Route, Service } from './route'
import { Times } from './Times'

export const variantOf = (item: Item, choice: Service): Variant | undefined =>
  item.variants.find(({ id }) => id === choice.variant) ?? item.variants[0]

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
        <Measures variant={variant} service={choice} onChange={change} />
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
