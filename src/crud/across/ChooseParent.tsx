import Button from '@mui/material/Button'
import { useRequireAccess } from 'ra-core'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { useStableNavigate } from '../../routing/useStableNavigate'
import type { AnyResource } from '../../schema'
import { Stack } from '../../ui/layout'
import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { FocusFirstField } from '../form/FocusFirstField'
import { FormSections } from '../form/FormSections'
import formStyles from '../form/form.module.css'
import { InputForm } from '../form/InputForm'
import { BackLink } from '../screen/BackLink'
import { LoadingScreen } from '../screen/LoadingScreen'
import { resourceKeys } from '../text/resourceKeys'
import { useAddressBelow } from './useAddressBelow'

export const ChooseParent = () => {
  const text = useMachineText()
  const navigate = useStableNavigate()
  const { state } = useLocation()
  const resource = useDeclaration()
  const { by, addressBelow } = useAddressBelow()
  const { isPending } = useRequireAccess({ resource: resource.name, action: 'create' })
  const form = useMemo(
    (): AnyResource => ({
      ...{ name: resource.name, label: resource.label, icon: resource.icon, scope: resource.scope, api: '' },
      ...{ access: resource.access, fields: { [by]: resource.fields[by] }, represent: by, form: [by] },
      list: { columns: [], sort: 'createdAt' },
    }),
    [resource, by],
  )
  const goOn = async (values: Record<string, unknown>) => {
    navigate(addressBelow(values[by], 'create'), { replace: true, state })
    return undefined
  }
  const title = text(resourceKeys(resource).page('create'))
  if (isPending) return <LoadingScreen view="create" />
  return (
    <Screen title={title} back={<BackLink />}>
      <InputForm resource={form} onSubmit={goOn}>
        <Stack gap="1.5rem" align="flex-start" className={formStyles.panel}>
          <FormSections />
          <Button type="submit" variant="contained">
            {title}
          </Button>
          <FocusFirstField />
        </Stack>
      </InputForm>
    </Screen>
  )
}
