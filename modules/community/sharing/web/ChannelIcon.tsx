import type { ShareChannel } from '../contract.ts'
import type { WorkApp } from './links.ts'

/** The icons of the channels: a filled shape on a colored disc. */
const pictures: Partial<Record<ShareChannel, { readonly color: string; readonly shape: string }>> = {
  weChat: {
    color: '#1aad19',
    shape:
      'M13.2 6C8.600 6 5 9 5 12.700c0 2.100 1.200 3.900 3 5.200l-.8 2.400 2.800-1.400c1 .3 2 .4 3.200.4h.7a5.600 5.600 0 0 1-.3-1.900c0-3.500 3.300-6.200 7.400-6.200h.6C20.900 8.200 17.400 6 13.200 6Zm-2.700 4.200a1 1 0 1 1 0 2.100 1 1 0 0 1 0-2.100Zm5.400 0a1 1 0 1 1 0 2.100 1 1 0 0 1 0-2.100ZM27 17.300c0-3-3-5.500-6.500-5.500S14 14.300 14 17.300s2.900 5.500 6.500 5.500c.8 0 1.600-.1 2.300-.4l2.100 1.200-.6-2c1.600-1.100 2.700-2.600 2.700-4.300Zm-8.600-1.700a.8.8 0 1 1 0 1.700.8.8 0 0 1 0-1.700Zm4.200 0a.8.8 0 1 1 0 1.700.8.8 0 0 1 0-1.700Z',
  },
  qq: {
    color: '#b8860b',
    shape: 'm16 5 3.300 7 7.700 1-5.600 5.300 1.400 7.600L16 22.200l-6.800 3.700 1.400-7.600L5 13l7.700-1L16 5Z',
  },
  blog: {
    color: '#c9302c',
    shape:
      'M14.200 10.500c-4.400.6-8.700 4.500-8.700 8.300 0 3.500 3.900 6.200 9 6.200 5.200 0 8.700-3 8.700-5.800 0-1.800-1.400-2.800-2.800-3.200.6-1.400.4-2.700-.6-3.300-1.300-.8-3.200-.2-4.800.4.4-1.800-.2-2.800-.8-2.600Zm.2 12.500c-3.300.3-6.200-1.200-6.300-3.500-.2-2.200 2.400-4.300 5.700-4.600 3.300-.3 6.100 1.200 6.300 3.400.2 2.300-2.400 4.400-5.700 4.700Zm-.8-5.700c-1.900.3-3.100 1.700-2.700 3.200.4 1.400 2.200 2.200 4 1.700 1.900-.5 3-2.100 2.500-3.500-.4-1.300-2-1.700-3.800-1.400ZM20.500 6.500v1.900c2.800 0 4.900 2 4.900 4.700h1.900c0-3.800-3-6.600-6.800-6.600Zm0 3.300v1.700c1 0 1.700.8 1.700 1.800h1.700c0-1.900-1.500-3.500-3.400-3.500Z',
  },
  shareSwitchKnowledge: {
    color: '#33714f',
    shape:
      'M16 5a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM8.500 15a4 4 0 0 1 3.900 3.100 9 9 0 0 0-2.900 6.400H4.500v-5.500a4 4 0 0 1 4-4Zm15 0a4 4 0 0 1 4 4v5.500h-5a9 9 0 0 0-2.900-6.400 4 4 0 0 1 3.900-3.100ZM16 17.500a5 5 0 0 1 5 5V27H11v-4.500a5 5 0 0 1 5-5Z',
  },
  poster: {
    color: '#1f5c85',
    shape:
      'M8 6h16v20H8V6Zm2 2v9.500l3.500-3.500 4 4 2-2 2.500 2.500V8H10Zm9.500 2a1.700 1.700 0 1 1 0 3.400 1.700 1.700 0 0 1 0-3.400ZM10 21v1.500h8V21h-8Z',
  },
  copy: {
    color: '#5b646b',
    shape:
      'M17.400 9.200 19 7.600a5.200 5.200 0 0 1 7.400 7.400l-3.200 3.200a5.200 5.200 0 0 1-7.400 0l1.500-1.500a3 3 0 0 0 4.300 0l3.200-3.200A3 3 0 0 0 20.500 9l-1.600 1.700-1.500-1.500Zm-2.800 13.600L13 24.400A5.200 5.200 0 0 1 5.600 17l3.200-3.200a5.200 5.200 0 0 1 7.400 0l-1.500 1.500a3 3 0 0 0-4.300 0l-3.200 3.200a3 3 0 0 0 4.300 4.400l1.600-1.700 1.500 1.600Z',
  },
}

/** The work apps by the first character of their name, because their marks belong to their makers. */
const marks: Readonly<Record<WorkApp | 'device', { readonly color: string; readonly mark: string }>> = {
  weCom: { color: '#2b6cb0', mark: '企' },
  feishu: { color: '#1f5fd0', mark: '飞' },
  dingTalk: { color: '#1766b5', mark: '钉' },
  device: { color: '#5b646b', mark: '⋯' },
}

export function ChannelIcon({ channel }: { channel: ShareChannel | WorkApp | 'device' }) {
  const sign = channel in marks ? marks[channel as WorkApp | 'device'] : undefined
  if (sign) {
    return (
      <span className="sh-channel-icon" style={{ background: sign.color }} aria-hidden>
        <svg viewBox="0 0 32 32" width="32" height="32" fill="#ffffff" aria-hidden="true">
          <text x="16" y="22" fontSize="16" fontWeight="600" textAnchor="middle">
            {sign.mark}
          </text>
        </svg>
      </span>
    )
  }
  const picture = pictures[channel as ShareChannel]
  if (!picture) return null
  return (
    <span className="sh-channel-icon" style={{ background: picture.color }} aria-hidden>
      <svg viewBox="0 0 32 32" width="32" height="32" fill="#ffffff" aria-hidden="true">
        <path fillRule="evenodd" d={picture.shape} />
      </svg>
    </span>
  )
}
