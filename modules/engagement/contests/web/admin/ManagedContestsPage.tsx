import { Tag } from 'antd'
import { Link } from 'react-router'
import { AuthoredIndex, NameDialog } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { contestNameLengthMax, newContest } from '../../contract/fields.ts'
import { contests } from '../../contract.ts'
import { ContestTag } from '../parts/ContestTag.tsx'
import { contestPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'

/** The contests that the member runs. */
export default function ManagedContestsPage() {
  const t = useText('contests')
  return (
    <AuthoredIndex
      title={t('managing.title')}
      description={t('managing.description')}
      createTitle={t('managing.create')}
      createDialog={(onClose) => <CreateContest onClose={onClose} />}
      itemLabel={t('form.name')}
      searchLabel={t('list.search')}
      none={t('managing.none')}
      list={({ category: _, ...query }) => q(contests.managedContests, { query }, { quiet: true })}
      columns={[
        {
          key: 'state',
          title: t('managing.state'),
          render: ({ state, status, isRecommended }) => (
            <>
              {status !== 'draft' && <ContestTag state={state} />}
              {isRecommended && <Tag color="warning">{t('managing.recommended')}</Tag>}
            </>
          ),
        },
        {
          key: 'works',
          title: t('works.title'),
          render: ({ id, works }) => <Link to={contestPaths.works(id)}>{t('list.works', { count: works })}</Link>,
        },
      ]}
      links={({ id }) => ({ edit: contestPaths.settings(id) })}
      calls={(one) => authorCalls(one)}
    />
  )
}

function CreateContest({ onClose }: { onClose: () => void }) {
  const t = useText('contests')
  return (
    <NameDialog
      title={t('managing.create')}
      okText={t('managing.createOk')}
      label={t('form.name')}
      needed={t('form.nameNeeded')}
      maxLength={contestNameLengthMax}
      create={async (name) => {
        const criteria = [t('form.criteria.content'), t('form.criteria.form')]
        const body = newContest({ name, round: t('form.firstRound'), criteria })
        const { id } = await call(contests.createContest, { body })
        return contestPaths.settings(id)
      }}
      onClose={onClose}
    />
  )
}
