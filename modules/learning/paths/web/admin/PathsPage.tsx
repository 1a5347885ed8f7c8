import '../paths.css'
import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { AuthoredIndex, NameDialog } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { ChannelNode } from '../../contract/channels.ts'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'
import { sizeText } from '../size.ts'

/** Parents before their children. */
const choicesOf = (nodes: readonly ChannelNode[]): { value: string; title: string; parent: string | null }[] =>
  nodes.flatMap(({ id, name, parentId, children }) => [
    { value: id, title: name, parent: parentId },
    ...choicesOf(children),
  ])

/** The learning paths that the member manages. */
export default function PathsPage() {
  const t = useText('paths')
  const channels = useQuery(q(paths.findMuchDepth, { query: {} }, { quiet: true }))
  return (
    <AuthoredIndex
      title={t('manage.title')}
      description={t('manage.hint')}
      createTitle={t('manage.create')}
      createDialog={(onClose) => <CreatePath onClose={onClose} />}
      itemLabel={t('manage.name')}
      searchLabel={t('manage.search')}
      none={t('manage.none')}
      list={({ category: channelId, status, search, page, pageSize }) =>
        q(paths.managedPaths, { query: { channelId, status, search, page, pageSize } }, { quiet: true })
      }
      tabs={['all', 'draft', 'on-shelf', 'off-shelf']}
      category={{
        label: t('manage.channel'),
        all: t('manage.allChannels'),
        options: channels.data && choicesOf(channels.data.items),
      }}
      isManagedOnly
      note={({ channelName, organization }) => channelName ?? organization.name}
      columns={[
        {
          key: 'size',
          title: t('manage.size'),
          render: (path) => sizeText(t, path),
        },
        {
          key: 'learners',
          title: t('manage.learners'),
          align: 'right',
          render: ({ learnerCount, finishedCount }) => (
            <span>
              <NumberText value={finishedCount} /> / <NumberText value={learnerCount} />
            </span>
          ),
        },
      ]}
      takeDownConsequence={t('edit.takeOffHint')}
      links={({ id }) => ({ edit: pathAddresses.editor(id) })}
      calls={({ id }) => ({
        'take-off-shelf': () => call(paths.takePathOffShelf, { params: { id } }),
        delete: () => call(paths.deletePath, { params: { id } }),
      })}
    />
  )
}

function CreatePath({ onClose }: { onClose: () => void }) {
  const t = useText('paths')
  return (
    <NameDialog
      title={t('manage.create')}
      okText={t('manage.createGo')}
      label={t('manage.name')}
      needed={t('manage.nameNeeded')}
      maxLength={100}
      create={async (name) => {
        const { id } = await call(paths.createPath, { body: { name } })
        return pathAddresses.editor(id)
      }}
      onClose={onClose}
    />
  )
}
