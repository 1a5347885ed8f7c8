import { Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { outranks } from '../../contract/policy.ts'
import type { Person } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { RoomIcon } from '../controls/RoomIcon.tsx'
import { useRoom } from '../state/room-store.ts'

export function PersonRow({ person }: { person: Person }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const mine = useRoom((view) => view.me.id === person.id)
  const onStage = useRoom((view) => view.seats.some((seat) => seat.participantId === person.id))
  const full = useRoom((view) => view.seats.length >= view.seatsMax)
  const mayInvite = useAllowed('stage.invite') && !onStage && !mine && person.online
  const role = person.role === 'viewer' ? (person.guest ? t('role.guest') : undefined) : t(`role.${person.role}`)
  return (
    <li className="room-person" data-participant={person.id}>
      <Avatar name={person.name} path={person.avatarPath} size={32} />
      <span className="room-person-name">
        {mine ? t('stage.me', { name: person.name }) : person.name}
        {role !== undefined && <span className={`room-role room-role-${person.role}`}>{role}</span>}
      </span>
      {person.silenced && <Icon name="lock" size={15} label={t('people.isSilenced')} />}
      {person.handAt !== null && (
        <span className="room-hand" title={t('people.handUp')}>
          <RoomIcon name="hand" size={17} />
        </span>
      )}
      {mayInvite && (
        <button
          type="button"
          className="sy-button sy-button-small room-invite"
          disabled={busy || person.invited || full}
          title={full ? t('stage.full') : undefined}
          onClick={() => void run(() => request('stage.invite', { participantId: person.id }))}
        >
          {t(person.invited ? 'people.invited' : 'people.invite')}
        </button>
      )}
      <PersonMenu person={person} mine={mine} />
    </li>
  )
}

function PersonMenu({ person, mine }: { person: Person; mine: boolean }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [, run] = useAction()
  const [confirming, setConfirming] = useState<'remove' | 'handOver'>()
  const higher = useRoom((view) => outranks(view.me.role, person.role))
  const mayRemove = useAllowed('room.remove') && higher
  const maySilence = useAllowed('chat.mutePerson') && higher
  const mayLower = useAllowed('stage.lowerHand') && higher && person.handAt !== null
  const mayHandOver = useAllowed('room.handOver') && person.role !== 'viewer'
  if (mine || (!mayRemove && !maySilence && !mayHandOver)) return null
  const { id, name } = person
  const doAsked = () =>
    run(() =>
      confirming === 'remove'
        ? request('room.remove', { participantId: id })
        : request('room.handOver', { participantId: id }),
    ).then(() => setConfirming(undefined))
  return (
    <>
      <MenuButton label={t('people.manage', { name })} button={<Icon name="more" size={18} />}>
        {mayLower && (
          <button
            type="button"
            role="menuitem"
            onClick={() => void run(() => request('stage.lowerHand', { participantId: id }))}
          >
            <RoomIcon name="hand" />
            {t('people.lowerHand')}
          </button>
        )}
        {maySilence && (
          <button
            type="button"
            role="menuitem"
            onClick={() => void run(() => request('chat.mutePerson', { participantId: id, muted: !person.silenced }))}
          >
            <Icon name="lock" />
            {t(person.silenced ? 'people.unsilence' : 'people.silence', { name })}
          </button>
        )}
        {mayHandOver && (
          <button type="button" role="menuitem" onClick={() => setConfirming('handOver')}>
            <RoomIcon name="crown" />
            {t('stage.handOver')}
          </button>
        )}
        {mayRemove && (
          <button type="button" role="menuitem" onClick={() => setConfirming('remove')}>
            <RoomIcon name="leave" />
            {t('people.remove')}
          </button>
        )}
      </MenuButton>
      <Modal
        open={confirming !== undefined}
        title={t(confirming === 'remove' ? 'people.removeQuestion' : 'stage.handOverQuestion', { name })}
        okText={t(confirming === 'remove' ? 'people.remove' : 'stage.handOver')}
        okButtonProps={{ danger: confirming === 'remove' }}
        onCancel={() => setConfirming(undefined)}
        onOk={doAsked}
      >
        {t(confirming === 'remove' ? 'people.removeConsequence' : 'stage.handOverConsequence')}
      </Modal>
    </>
  )
}
