import './invoices.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { type Fact, Facts } from '#web/ui/Facts.tsx'
import { OwnCards } from '#web/ui/OwnCards.tsx'
import type { Info } from '../../contract/infos.ts'
import { infosMax } from '../../contract/states.ts'
import { invoices } from '../../contract.ts'
import { InfoModal } from './InfoModal.tsx'

/** The own invoice infos: added, changed, deleted with some seconds to take it back. */
export function InfosPanel() {
  const t = useText('invoices')
  const list = useQuery(q(invoices.ownInfos, {}, { quiet: true }))
  return (
    <OwnCards
      list={list}
      max={infosMax}
      texts={{
        ...{ label: t('tabs.infos'), add: t('info.add'), none: t('info.none'), noneHint: t('info.noneHint') },
        ...{ hint: t('info.hint', { max: infosMax }), full: t('info.full', { max: infosMax }) },
        deleted: ({ title }) => t('info.deleted', { title }),
      }}
      onDelete={({ id }) => call(invoices.deleteInfo, { params: { id } })}
      card={(info, { edit, remove }) => <InfoCard key={info.id} info={info} onEdit={edit} onRemove={remove} />}
      dialog={(edited, close) => <InfoModal info={edited} onClose={close} />}
    />
  )
}

function InfoCard({ info, onEdit, onRemove }: { info: Info; onEdit: () => void; onRemove: () => void }) {
  const t = useText('invoices')
  const has = (value: string, label: string): Fact => value !== '' && [label, value]
  const facts = [
    has(info.taxpayerId, t('info.taxpayerId')),
    has(info.registeredAddress, t('info.registeredAddress')),
    has(info.registeredPhone, t('info.registeredPhone')),
    has(info.bank, t('info.bank')),
    has(info.bankAccount, t('info.bankAccount')),
    has(info.remark, t('info.remark')),
  ]
  return (
    <li className="sy-box">
      <p>
        <strong>{info.title}</strong> <Tag>{t(`info.kinds.${info.kind}`)}</Tag>
        {info.isDefault && <Tag color="success">{t('info.default')}</Tag>}
      </p>
      {facts.some((fact) => fact !== false) && <Facts shape="rows" items={facts} />}
      <p className="sy-actions">
        <Button size="small" aria-label={`${t('info.edit')} ${info.title}`} onClick={onEdit}>
          {t('info.edit')}
        </Button>
        <Button size="small" danger aria-label={`${t('info.delete')} ${info.title}`} onClick={onRemove}>
          {t('info.delete')}
        </Button>
      </p>
    </li>
  )
}
