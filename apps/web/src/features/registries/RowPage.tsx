import { useNavigate } from '@tanstack/react-router';
import { findRegistry } from '@pimis/domain/registries/catalogue';
import type { TableSearch } from '../../ui/DataTable/state.ts';
import { RowDialog } from './RowDialog.tsx';
import { useAddress } from '../../ui/address.ts';

/** A row of a code table at its own address, above the unchanged table. */
export function RowPage() {
  const { registryCode = '', rowId = '' } = useAddress();
  const navigate = useNavigate();
  const registry = findRegistry(registryCode);
  if (!registry) return null;
  const close = () =>
    void navigate({
      to: `/registry/${registry.code}`,
      search: (current: TableSearch) => current,
      replace: true,
      resetScroll: false,
    });
  return <RowDialog key={rowId} registry={registry} id={rowId} onClose={close} />;
}
