import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useMemo } from 'react'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { refreshAfterMutation } from '../../dataProvider/freshness'
import { customers } from '../../resources/customers'

/** The calls about a customer beyond saving. Each refuses with react-admin's HttpError. */
export const useCustomerApi = () => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const client = useQueryClient()
  return useMemo(() => {
    const post = async (path: string, id: string, body: object) => {
      await dataProvider.call('POST', path, { params: { id }, body })
      void refreshAfterMutation(client, customers.name)
    }
    return {
      /** The bookings go over to the other one, and this one is deleted. */
      merge: (id: string, intoId: string) => post('/customers/{id}/merge', id, { intoId }),
      anonymize: (id: string) => post('/customers/{id}/anonymize', id, {}),
    }
  }, [dataProvider, client])
}
