// The exported activity writes sizes the same way, so it stands in the contract.
export { formatBytes } from '@vitrine/contract/format-bytes';
