/** @jsxImportSource preact */
import { StepLink, usePage } from './page'
import type { Variant } from './pageData'
import { type Choice, mostServices } from './route'

export const canAdd = (variant: Variant, choice: Choice): boolean =>
  variant.durationType !== 'daily' && (choice.others?.length ?? 0) < mostServices - 1

export const AddLink = ({ choice }: { choice: Choice }) => {
  const { texts, route } = usePage()
  const at: Choice = { ...choice, adds: true, at: undefined, until: undefined, day: undefined, month: undefined }
  return (
    <p>
      <StepLink to={{ ...route, step: 'choose', choice: at }} class="add">
        + {texts.addService}
      </StepLink>
    </p>
  )
}
