/** The columns that every list of grants has. */
import type { TableColumnsType } from 'antd'
import type { Output } from '#kit/contract.ts'
import type { TextOf } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Person } from '#web/ui/Person.tsx'
import type { identity } from '../../contract.ts'

export type Grant = Output<typeof identity.listGrants>['items'][number]
type Column = TableColumnsType<Grant>[number]

export function grantColumns(t: TextOf): Readonly<Record<'member' | 'covers' | 'grantedBy' | 'grantedAt', Column>> {
  return {
    member: {
      title: t('members.member'),
      key: 'member',
      render: (_, grant) => <Person name={grant.memberFullName} path={grant.headPortrait} note={grant.memberName} />,
    },
    covers: { title: t('roles.covers'), dataIndex: 'organizationName' },
    grantedBy: { title: t('roles.grantedBy'), dataIndex: 'grantedByFullName' },
    grantedAt: {
      title: t('roles.grantedAt'),
      key: 'grantedAt',
      render: (_, { grantedAt }) => <DateText value={grantedAt} />,
    },
  }
}
