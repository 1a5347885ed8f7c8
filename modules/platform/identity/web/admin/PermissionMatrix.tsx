import '../parts/identity.css'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import type { RoleRow } from '../../contract/roles.ts'
import { identity } from '../../contract.ts'
import { permissionHint, permissionTitle, roleTitle } from '../parts/role-words.ts'

type Cell = Output<typeof identity.permissionMatrix>['cells'][number]

/** The permission matrix of roles; changes from the default are marked. */
export function PermissionMatrix({ roles }: { roles: readonly RoleRow[] }) {
  const t = useText('identity')
  const { data, error, refetch } = useQuery(q(identity.permissionMatrix))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  const cells = new Map(data.cells.map((cell) => [`${cell.role} ${cell.permission}`, cell]))
  const titleOf = (role: string) => roleTitle(t, role, roles.find((each) => each.role === role)?.name ?? '')
  const change = async (cell: Cell, allowed: boolean) => {
    const body = { role: cell.role, permission: cell.permission, allowed }
    await call(identity.changePermission, { body })
    notify('success', t('roles.matrixSaved'))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className="sy-box permission-matrix-place" tabIndex={0} aria-label={t('roles.matrix')}>
      <table className="permission-matrix">
        <thead>
          <tr>
            <th scope="col">{t('roles.permission')}</th>
            {data.roles.map((role) => (
              <th key={role} scope="col">
                {titleOf(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.permissions.map((permission) => (
            <tr key={permission}>
              <th scope="row">
                {permissionTitle(t, permission)}
                <small className="sy-note">{permissionHint(t, permission)}</small>
              </th>
              {data.roles.map((role) => {
                const cell = cells.get(`${role} ${permission}`)
                if (!cell) return <td key={role} />
                return (
                  <td key={role} data-changed={cell.allowed !== cell.defaultAllowed}>
                    <Checkbox
                      checked={cell.allowed}
                      disabled={!cell.canChange}
                      aria-label={`${titleOf(role)}: ${permissionTitle(t, permission)}`}
                      onChange={({ target }) => void change(cell, target.checked).catch(() => undefined)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sy-faint" style={{ padding: '0 12px' }}>
        {t('roles.matrixHint')}
      </p>
    </section>
  )
}
