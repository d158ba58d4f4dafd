import { Button } from '@mantine/core';
import { download, fileAddress } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { notifyFailure } from '../../../ui/notify.tsx';

/** A download of all data about the user (docs/personal-data.md). */
export function DataSection() {
  const text = useText();
  const { t } = text;
  const { login } = useUser();
  const save = () => {
    const address = fileAddress('GET /security/users/:login/profile/data', { params: { login } });
    download(address, `podaci-${login}.json`).catch((failure: unknown) => notifyFailure(failure, text));
  };
  return (
    <section className="panel" style={{ padding: 16 }} aria-labelledby="own-data">
      <h2 id="own-data">{t('security.data.title')}</h2>
      <p className="meta" style={{ marginBottom: 12 }}>
        {t('security.data.intro')}
      </p>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
        {t('security.data.download')}
      </Button>
    </section>
  );
}
