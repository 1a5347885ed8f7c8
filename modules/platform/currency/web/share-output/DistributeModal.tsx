import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Modal } from 'antd'
import { useId, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { TeamMember, TeamOfMember } from '../../contract/accounts.ts'
import type { CurrencyKind } from '../../contract/shapes.ts'
import { currency } from '../../contract.ts'
import { AmountInput } from '../parts/AmountInput.tsx'
import { amountText } from '../parts/amounts.ts'
import { useRequestKey } from '../parts/use-request-key.ts'
import { amountFault, averaged, faultOf, grantItemsText, type Receiver, totalOf } from './distribution.ts'

interface Props {
  readonly team: TeamOfMember
  readonly kind: CurrencyKind
  /** The name of the currency. */
  readonly name: string
  /** Hundredths that can be distributed. */
  readonly balance: bigint
  readonly onClose: () => void
}

/** The coin distribution modal: chooses members and amounts; average distribution (CURRENCY-003). */
export function DistributeModal({ team, kind, name, balance, onClose }: Props) {
  const t = useText('currency')
  const [receivers, setReceivers] = useState<readonly Receiver[]>([])
  const [average, setAverage] = useState('')
  const [averageFault, setAverageFault] = useState('')
  const [tried, setTried] = useState(false)
  const { busy: sending, run } = useAction()
  const requestKey = useRequestKey()
  const faultId = useId()
  const total = totalOf(receivers)
  const fault = faultOf(receivers, balance)
  const shownFault = fault === 'balance' || tried ? fault : undefined
  const share = () => {
    const result = averaged(receivers, average)
    setAverageFault(typeof result === 'string' ? t(`distribute.averageFault.${result}`) : '')
    if (typeof result !== 'string') setReceivers(result)
  }
  const send = () => {
    setTried(true)
    if (fault) return
    return run(
      async () => {
        const body = { enjoyId: team.id, type: kind, grantItems: grantItemsText(receivers) }
        await call(currency.enjoyGrant, { body }, { idempotencyKey: requestKey(body) })
      },
      { done: t('distribute.done'), close: onClose },
    )
  }
  return (
    <Modal
      open
      width={680}
      title={t('distribute.title', { name })}
      okText={t('distribute.confirm')}
      cancelText={t('distribute.cancel')}
      okButtonProps={{ loading: sending, 'aria-describedby': faultId }}
      onOk={() => void send()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p className="sy-faint cu-hint">{t('distribute.available', { amount: amountText(balance), name })}</p>
      <MemberChoice teamId={team.id} receivers={receivers} onChange={setReceivers} tried={tried} />
      <div className="cu-average">
        <AmountInput
          label={t('distribute.averageTotal')}
          placeholder={t('distribute.averageTotal')}
          value={average}
          onChange={setAverage}
        />
        <Button onClick={share}>{t('distribute.average')}</Button>
        <span className="cu-wrong" role="status">
          {averageFault}
        </span>
      </div>
      <p className="cu-total">
        <span>{t('distribute.selected', { count: receivers.length })}</span>
        <span>
          {t('distribute.total')} <strong className="sy-number">{amountText(total)}</strong>
        </span>
      </p>
      <p id={faultId} className="cu-wrong" role="alert">
        {shownFault && t(`distribute.fault.${shownFault}`, { amount: amountText(balance) })}
      </p>
    </Modal>
  )
}

interface ChoiceProps {
  readonly teamId: string
  readonly receivers: readonly Receiver[]
  readonly onChange: (receivers: readonly Receiver[]) => void
  readonly tried: boolean
}

/** The members of the team. Chosen members stay chosen on other pages and after other searches. */
function MemberChoice({ teamId, receivers, onChange, tried }: ChoiceProps) {
  const t = useText('currency')
  const paging = usePaging(10)
  const [search, setSearch] = useState('')
  const { page, pageSize } = paging
  const params = { enjoyId: teamId }
  const query = { page, pageSize, search: search || undefined }
  const list = useQuery({
    ...q(currency.teamMembers, { params, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const chosen = new Map(receivers.map((receiver) => [receiver.memberId, receiver]))
  const items = list.data?.items ?? []
  const allChosen = items.length > 0 && items.every((item) => chosen.has(item.memberId))
  const toggle = (members: readonly TeamMember[], add: boolean) => {
    const ids = new Set(members.map((member) => member.memberId))
    const added = members
      .filter((member) => !chosen.has(member.memberId))
      .map(({ memberId, fullName }) => ({ memberId, fullName, typed: '' }))
    onChange(add ? [...receivers, ...added] : receivers.filter((receiver) => !ids.has(receiver.memberId)))
  }
  const type = (memberId: string, typed: string) =>
    onChange(receivers.map((receiver) => (receiver.memberId === memberId ? { ...receiver, typed } : receiver)))
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox
          label={t('distribute.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
        <Checkbox
          checked={allChosen}
          indeterminate={!allChosen && items.some((item) => chosen.has(item.memberId))}
          disabled={items.length === 0}
          onChange={(event) => toggle(items, event.target.checked)}
        >
          {t('distribute.page')}
        </Checkbox>
      </div>
      {list.isError && !list.data ? (
        <ErrorState small error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <LoadingState rows={4} />
      ) : items.length === 0 ? (
        <EmptyState small title={t('distribute.noMember')} />
      ) : (
        <ul className="cu-choice" aria-label={t('distribute.members')}>
          {items.map((item) => {
            const receiver = chosen.get(item.memberId)
            const wrong = receiver && tried ? amountFault(receiver.typed) : undefined
            return (
              <li key={item.memberId}>
                <Checkbox checked={receiver !== undefined} onChange={(event) => toggle([item], event.target.checked)}>
                  <span className="cu-person">
                    <Avatar name={item.fullName} path={item.avatarPath} size={32} />
                    <span>
                      {item.fullName}
                      <small>{item.organizationName}</small>
                    </span>
                  </span>
                </Checkbox>
                {receiver && (
                  <AmountInput
                    label={t('distribute.amountOf', { name: item.fullName })}
                    value={receiver.typed}
                    status={wrong && 'error'}
                    placeholder={wrong ? t(`distribute.amountFault.${wrong}`) : undefined}
                    onChange={(typed) => type(item.memberId, typed)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      <Pager paging={paging} recordCount={list.data?.recordCount ?? 0} />
    </>
  )
}
