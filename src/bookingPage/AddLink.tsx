/** @jsxImportSource preact */
import { StepLink, usePage } from './page'
import type { Variant } from './pageData'
import { type Choice, mostServices } from './route'
import { servicesOf, withService } from './services'

export const canAdd = (variant: Variant, choice: Choice): boolean =>
  variant.durationType !== 'daily' && (choice.others?.length ?? 0) < mostServices - 1

/** Of the catalogue's services. */
const mostAtOnce = 3

export const AddLink = ({ choice }: { choice: Choice }) => {
  const { texts, route, content } = usePage()
  const at: Choice = { ...choice, adds: true, at: undefined, until: undefined, day: undefined, month: undefined }
  const items = content?.items ?? []
  const chosen = servicesOf(choice).map(({ item }) => item)
  const first = items.filter(({ canBePart, slug }) => canBePart && !chosen.includes(slug)).slice(0, mostAtOnce)
  return (
    <p class="adds">
      {first.map(({ slug, name }) => (
        <StepLink key={slug} to={withService(route, choice, items, slug)} class="add">
          + <span dir="auto">{name}</span>
        </StepLink>
      ))}
      <StepLink to={{ ...route, step: 'choose', choice: at }} class="add">
        + {texts.addService}
      </StepLink>
    </p>
  )
}
