/** The frame of every page: navigation, and who is signed in. */
import { useGetIdentity, useLogout, useMenu } from '@refinedev/core'
import { NavLink, Outlet } from 'react-router'
import { Notifications } from './notifications'

export const Layout = ({ title }: { title: string }) => {
  const { menuItems } = useMenu()
  const { data: identity } = useGetIdentity<{ name: string }>()
  const { mutate: signOut } = useLogout()
  return (
    <>
      <header className="app">
        <strong>{title}</strong>
        <nav aria-label="Resources">
          {menuItems.map(({ key, label, route }) => (
            <NavLink key={key} to={route ?? '/'}>
              {label}
            </NavLink>
          ))}
        </nav>
        <span className="who">
          {identity?.name}{' '}
          <button type="button" onClick={() => signOut()}>
            Sign out
          </button>
        </span>
      </header>
      <Outlet />
      <Notifications />
    </>
  )
}
