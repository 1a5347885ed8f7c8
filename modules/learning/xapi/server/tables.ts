// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Activity {
  company_id: string
  id: string
  definition: string
}

export interface AgentName {
  company_id: string
  agent_key: string
  name: string
}

export interface Attachment {
  company_id: string
  sha2: string
  content_type: string
  content: Buffer
}

export interface Credential {
  id: string
  company_id: string
  name: string
  username: string
  password_sha256: Buffer
  created_by: string
  created_at: number
  revoked_at: number | null
  statement_count: Generated<number>
}

export interface Document {
  company_id: string
  kind: string
  scope: Buffer
  document_id: string
  registration: Generated<string>
  agent_key: string | null
  content: Buffer
  content_type: string
  etag: string
  updated_at: number
}

export interface KnownAgent {
  company_id: string
  agent_key: string
  member_id: string
}

export interface Statement {
  company_id: string
  id: string
  position: Generated<number>
  stored_at: number
  content: string
  sent_sha256: Buffer
  verb: string
  activity: string | null
  registration: string | null
  agents: string[]
  related_agents: string[]
  related_activities: string[]
  refers_to: string | null
  is_voiding: boolean
  voided_at: number | null
}

export interface DB {
  'xapi.activity': Activity
  'xapi.agent_name': AgentName
  'xapi.attachment': Attachment
  'xapi.credential': Credential
  'xapi.document': Document
  'xapi.known_agent': KnownAgent
  'xapi.statement': Statement
}
