import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { identity } from '#modules/platform/identity/contract.ts'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { approvals } from '../../contract.ts'
import { FlowDesigner } from './FlowDesigner.tsx'
import { SwitchCard } from './SwitchCard.tsx'
import '../parts/approvals.css'
import './designer.css'

interface PlacesProps {
  readonly businessType: number
  readonly chosen: string
  readonly onChoose: (organizationId: string) => void
}

/** The organizations with settings of their own. */
function Places({ businessType, chosen, onChoose }: PlacesProps) {
  const t = useText('approvals')
  const { data } = useQuery(q(approvals.listPlaces, { query: { businessType } }, { quiet: true }))
  return (
    <section aria-label={t('admin.places')}>
      <h2 className="ap-side-title">{t('admin.places')}</h2>
      {data?.items.length === 0 && <p className="sy-faint">{t('admin.noPlaces')}</p>}
      <ul className="ap-places-list">
        {data?.items.map((place) => (
          <li key={place.organizationId}>
            <button
              type="button"
              aria-current={place.organizationId === chosen ? 'true' : undefined}
              onClick={() => onChoose(place.organizationId)}
            >
              <span>{place.organizationName}</span>
              <span className="sy-faint">
                {place.stepCount !== null && t('admin.stepCount', { count: place.stepCount })}
              </span>
              {place.isOn !== null && (
                <span className={`ap-tag ap-tone-${place.isOn ? 'success' : 'faint'}`}>
                  {t(place.isOn ? 'admin.on' : 'admin.off')}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The approval flow of each organization: switch, steps, and preview of approvers. */
export default function FlowsPage() {
  const t = useText('approvals')
  const session = useSession()
  const [search, setSearch] = useSearchParams()
  const types = useQuery(q(approvals.businessTypes))
  const tree = useQuery(q(identity.organizationTree))
  const businessType = Number(search.get('type') ?? types.data?.items[0]?.businessType ?? 0)
  const managed = session.dataPermission.get('approval.manage') ?? []
  // The topmost organization of the caller, because the server lists parents before children.
  const first = tree.data?.items.find(({ id }) => managed.includes(id)) ?? tree.data?.items[0]
  const organizationId = search.get('organization') ?? first?.id ?? ''
  const choose = (type: number, organization: string) =>
    setSearch({ type: String(type), organization }, { replace: true })
  const query = { businessType, organizationId }
  const isChosen = businessType > 0 && organizationId !== ''
  const at = useQuery({ ...q(approvals.templateAt, { query }), enabled: isChosen })
  if (types.isError || tree.isError)
    return <ErrorState page onRetry={() => void Promise.all([types.refetch(), tree.refetch()])} />
  if (!types.data || !tree.data) return <LoadingState />
  if (!isChosen) return <EmptyState page title={t('admin.choose')} />
  const kind = types.data.items.find((known) => known.businessType === businessType)?.name ?? ''
  return (
    <>
      <PageHeader title={t('admin.title')} description={t('admin.description')} />
      <div className="sy-grid sy-gap-5 ap-designer">
        <aside className="sy-grid sy-gap-5 ap-side sy-card" aria-label={t('admin.place')}>
          <section aria-label={t('admin.kind')}>
            <h2 className="ap-side-title">{t('admin.kind')}</h2>
            <Select
              aria-label={t('admin.kind')}
              style={{ width: '100%' }}
              value={businessType}
              options={types.data.items.map((known) => ({ value: known.businessType, label: known.name }))}
              onChange={(type) => choose(type, organizationId)}
            />
          </section>
          <section aria-label={t('admin.organization')}>
            <h2 className="ap-side-title">{t('admin.organization')}</h2>
            <OrganizationPicker
              label={t('admin.choose')}
              allowDisabled
              value={organizationId}
              onChange={(id) => id !== undefined && choose(businessType, id)}
            />
          </section>
          <Places businessType={businessType} chosen={organizationId} onChoose={(id) => choose(businessType, id)} />
        </aside>
        <div className="sy-grid sy-gap-5 ap-design">
          {at.isPending && <LoadingState />}
          {at.isError && <ErrorState error={at.error} onRetry={() => void at.refetch()} />}
          {at.data && (
            <>
              <SwitchCard place={query} effective={at.data} />
              <FlowDesigner
                // Another organization or version resets the form.
                key={`${businessType}:${organizationId}:${at.data.template?.id}:${at.data.template?.version}`}
                place={query}
                kind={kind}
                effective={at.data}
              />
            </>
          )}
        </div>
      </div>
    </>
  )
}
