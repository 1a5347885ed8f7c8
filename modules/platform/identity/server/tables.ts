// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Company {
  id: string
  time_zone: Generated<string>
  created_at: number
}

export interface Credential {
  member_id: string
  password_hash: string | null
  password_changed_at: number | null
  change_needed: Generated<boolean>
  wrong_passwords: Generated<number>
  wrong_password_at: number | null
  locked_until: number | null
  counted_elsewhere_at: number | null
}

export interface CustomRole {
  id: string
  company_id: string
  name: string
  created_at: number
}

export interface ExternalAccount {
  issuer: string
  subject: string
  company_id: string
  member_id: string
  linked_at: number
}

export interface Member {
  id: string
  company_id: string
  organization_id: string
  name: string
  full_name: string
  staff_number: string | null
  phone: string | null
  email: string | null
  sex: Generated<number>
  position_id: string | null
  job_name: string | null
  person_type: Generated<number>
  avatar_path: Generated<string>
  bio: Generated<string>
  hired_on: string | null
  superior_id: string | null
  enabled: Generated<boolean>
  created_at: number
  updated_at: number
  search_text: Generated<string>
  language: string | null
  erased_at: number | null
  rights_version: Generated<number>
}

export interface MemberImport {
  id: string
  company_id: string
  created_by: string
  file_name: string
  file: Buffer | null
  state: string
  error_code: number | null
  headings: ColumnType<unknown, string, string>
  password_hash: string | null
  row_count: Generated<number>
  progress: Generated<number>
  new_count: Generated<number>
  changed_count: Generated<number>
  unchanged_count: Generated<number>
  failed_count: Generated<number>
  imported_count: Generated<number>
  created_at: number
  finished_at: number | null
  task_id: string | null
  unchecked_count: Generated<number>
}

export interface MemberImportRow {
  import_id: string
  row_number: number
  company_id: string
  cells: ColumnType<unknown, string, string>
  errors: ColumnType<unknown, string, string>
  outcome: string
  unchecked: Generated<string[]>
  superior_due: Generated<boolean>
}

export interface MemberInformation {
  member_id: string
  company_id: string
  fields: ColumnType<unknown, string, string>
  committed_at: number
}

export interface MemberTopic {
  member_id: string
  topic_id: string
  company_id: string
}

export interface Organization {
  id: string
  company_id: string
  parent_id: string | null
  name: string
  code: string | null
  sort: Generated<number>
  enabled: Generated<boolean>
  merged_into_id: string | null
  created_at: number
}

export interface OrganizationAncestor {
  organization_id: string
  ancestor_id: string
  depth: number
}

export interface Position {
  id: string
  company_id: string
  name: string
  created_at: number
}

export interface QrCode {
  id: string
  secret_hash: Buffer
  state: string
  member_id: string | null
  ip: string
  user_agent: string
  created_at: number
  expires_at: number
  session_id: string | null
}

export interface RoleGrant {
  id: string
  company_id: string
  member_id: string
  role: string
  organization_id: string
  enabled: Generated<boolean>
  granted_by: string | null
  granted_at: number
}

export interface RolePermission {
  company_id: string
  role: string
  permission: string
  allowed: boolean
}

export interface Session {
  id: string
  company_id: string
  member_id: string
  access_hash: Buffer
  access_expires_at: number
  refresh_hash: Buffer
  refresh_expires_at: number
  rotation_key: Buffer
  created_at: number
  last_seen_at: number
  ended_at: number | null
  end_code: number | null
  ip: string
  user_agent: string
}

export interface SignInRecord {
  id: string
  company_id: string
  member_id: string
  method: string
  succeeded: boolean
  error_code: number | null
  ip: string
  user_agent: string
  at: number
}

export interface SingleSignOn {
  state_hash: Buffer
  company_id: string
  secret_hash: Buffer
  nonce: string
  code_verifier: string
  ticket_hash: Buffer | null
  member_id: string | null
  expires_at: number
}

export interface SpentRefreshToken {
  hash: Buffer
  session_id: string
  spent_at: number
}

export interface Topic {
  id: string
  company_id: string
  name: string
  sort: Generated<number>
}

export interface TriedAccount {
  account_hash: Buffer
  wrong_passwords: number
  wrong_password_at: number
  locked_until: number | null
}

export interface VerificationCode {
  id: string
  company_id: string
  channel: string
  address: string
  purpose: string
  member_id: string | null
  deliverable: boolean
  code_hash: Buffer
  sent_at: number
  expires_at: number
  wrong_tries: Generated<number>
  used_at: number | null
  asked_company_id: string | null
}

export interface DB {
  'identity.company': Company
  'identity.credential': Credential
  'identity.custom_role': CustomRole
  'identity.external_account': ExternalAccount
  'identity.member': Member
  'identity.member_import': MemberImport
  'identity.member_import_row': MemberImportRow
  'identity.member_information': MemberInformation
  'identity.member_topic': MemberTopic
  'identity.organization': Organization
  'identity.organization_ancestor': OrganizationAncestor
  'identity.position': Position
  'identity.qr_code': QrCode
  'identity.role_grant': RoleGrant
  'identity.role_permission': RolePermission
  'identity.session': Session
  'identity.sign_in_record': SignInRecord
  'identity.single_sign_on': SingleSignOn
  'identity.spent_refresh_token': SpentRefreshToken
  'identity.topic': Topic
  'identity.tried_account': TriedAccount
  'identity.verification_code': VerificationCode
}
