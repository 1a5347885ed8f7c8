import { useQuery } from '@tanstack/react-query'
import { Switch, Tag, Tooltip } from 'antd'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { isBuiltIn } from '../../contract/shapes.ts'
import { identity } from '../../contract.ts'
import { permissionGroups, permissionHint, permissionTitle } from '../parts/role-words.ts'

type Cell = Output<typeof identity.permissionMatrix>['cells'][number]

/** What a role may do, in words, by the groups of the administration's menu. */
export function RolePermissions({ role, title }: { role: string; title: string }) {
  const t = useText('identity')
  const { data, error, refetch } = useQuery(q(identity.permissionMatrix))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  const own = new Map(data.cells.filter((cell) => cell.role === role).map((cell) => [cell.permission, cell]))
  return (
    <div className="role-permissions">
      {permissionGroups([...own.keys()]).map(({ group, permissions }) => (
        <section key={group} className="sy-card" aria-labelledby={`permissions-${group}`}>
          <h2 id={`permissions-${group}`}>{t(`permissionGroup.${group}`)}</h2>
          <ul className="sy-plain-list">
            {permissions.map((permission) => {
              const cell = own.get(permission)
              return cell && <PermissionRow key={permission} cell={cell} title={title} />
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

function PermissionRow({ cell, title }: { cell: Cell; title: string }) {
  const t = useText('identity')
  const { busy, run } = useAction()
  const { role, permission, allowed, canChange } = cell
  const name = permissionTitle(t, permission)
  const change = (wanted: boolean) =>
    run(async () => {
      await call(identity.changePermission, { body: { role, permission, allowed: wanted } })
      notify('success', t('roles.matrixSaved'))
    })
  return (
    <li>
      <span>
        {name} {isBuiltIn(role) && allowed !== cell.defaultAllowed && <Tag>{t('roles.changedTag')}</Tag>}
        <small className="sy-note">{permissionHint(t, permission)}</small>
      </span>
      <Tooltip title={canChange ? undefined : t(role === 'super-admin' ? 'roles.fixed' : 'roles.locked')}>
        <Switch
          checked={allowed}
          disabled={!canChange}
          loading={busy}
          aria-label={t('roles.mayOf', { role: title, permission: name })}
          onChange={(wanted) => void change(wanted)}
        />
      </Tooltip>
    </li>
  )
}
