import { lazy } from 'react'
import { Route } from 'react-router'
import { defineSubject } from '../../layout/product'

const SettingsPage = lazy(() => import('./SettingsPage'))
const MembersPage = lazy(() => import('./MembersPage'))

export const settings = defineSubject({
  screens: (
    <>
      <Route path="/settings" element={<SettingsPage />} />
      <Route path="/settings/members" element={<MembersPage />} />
    </>
  ),
})
