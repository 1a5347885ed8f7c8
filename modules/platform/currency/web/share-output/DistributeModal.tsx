import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Person } from '#web/ui/Person.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useRequestKey } from '#web/ui/use-request-key.ts'
import type { TeamMember, TeamOfMember } from '../../contract/accounts.ts'
import type { CurrencyKind } from '../../contract/shapes.ts'
import { currency } from '../../contract.ts'
import { AmountInput } from '../parts/AmountInput.tsx'
import { amountText } from '../parts/amounts.ts'
import { amountFault, averaged, type Fault, faultOf, grantItemsText, type Receiver, totalOf } from './distribution.ts'

interface Props {
  readonly team: TeamOfMember
  readonly kind: CurrencyKind
  /** The name of the currency. */
  readonly name: string
  /** Hundredths that can be distributed. */
  readonly balance: bigint
  readonly onClose: () => void
}

interface Values {
  readonly receivers: readonly Receiver[]
}

/** The coin distribution modal: chooses members and amounts; average distribution (CURRENCY-003). */
export function DistributeModal({ team, kind, name, balance, onClose }: Props) {
  const t = useText('currency')
  const [form] = Form.useForm<Values>()
  const receivers = Form.useWatch('receivers', form) ?? []
  const [tried, setTried] = useState(false)
  const requestKey = useRequestKey()
  const faultText = (fault: Fault | undefined) =>
    fault && t(`distribute.fault.${fault}`, { amount: amountText(balance) })
  /** A total that is too large is said at once, everything else when it is sent. */
  const assertFits = async (chosen: readonly Receiver[], isSent: boolean) => {
    const fault = faultOf(chosen, balance)
    if (fault && (isSent || fault === 'balance')) throw new Error(faultText(fault))
  }
  const send = async ({ receivers: chosen }: Values) => {
    const body = { enjoyId: team.id, type: kind, grantItems: grantItemsText(chosen) }
    await call(currency.enjoyGrant, { body }, { idempotencyKey: requestKey(body) })
  }
  return (
    <FormModal<Values, void>
      form={form}
      width={680}
      title={t('distribute.title', { name })}
      hint={t('distribute.available', { amount: amountText(balance), name })}
      okText={t('distribute.confirm')}
      initialValues={{ receivers: [] }}
      done={t('distribute.done')}
      onSubmit={send}
      onClose={onClose}
      footer={
        <span className="sy-flow sy-apart cu-total">
          <span>{t('distribute.selected', { count: receivers.length })}</span>
          <span>
            {t('distribute.total')} <strong className="sy-number">{amountText(totalOf(receivers))}</strong>
          </span>
        </span>
      }
    >
      <Form.Item
        name="receivers"
        validateTrigger={['onChange', 'onSubmit']}
        rules={[
          { validateTrigger: 'onChange', validator: (_, chosen: readonly Receiver[]) => assertFits(chosen, false) },
          {
            validateTrigger: 'onSubmit',
            validator: (_, chosen: readonly Receiver[]) => {
              setTried(true)
              return assertFits(chosen, true)
            },
          },
        ]}
      >
        <Receivers teamId={team.id} tried={tried} />
      </Form.Item>
    </FormModal>
  )
}

interface ReceiversProps {
  readonly teamId: string
  readonly tried: boolean
  /** Handed over by the form. */
  readonly value?: readonly Receiver[]
  readonly onChange?: (receivers: readonly Receiver[]) => void
}

/** Who gets how much: the members with their amounts, and a total to split equally. */
function Receivers({ teamId, tried, value = [], onChange }: ReceiversProps) {
  const t = useText('currency')
  const [average, setAverage] = useState('')
  const [fault, setFault] = useState('')
  const share = () => {
    const result = averaged(value, average)
    setFault(typeof result === 'string' ? t(`distribute.averageFault.${result}`) : '')
    if (typeof result !== 'string') onChange?.(result)
  }
  /** Enter splits here; in the other fields it sends. */
  const splitByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    share()
  }
  return (
    <>
      <MemberChoice teamId={teamId} receivers={value} onChange={(receivers) => onChange?.(receivers)} tried={tried} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the role. */}
      <div className="sy-row sy-wrap sy-gap-2 cu-average" onKeyDown={splitByEnter}>
        <AmountInput
          label={t('distribute.averageTotal')}
          placeholder={t('distribute.averageTotal')}
          value={average}
          onChange={setAverage}
        />
        <Button onClick={share}>{t('distribute.average')}</Button>
        <span className="cu-wrong" role="status">
          {fault}
        </span>
      </div>
    </>
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
                  <Person name={item.fullName} path={item.avatarPath} note={item.organizationName} />
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
