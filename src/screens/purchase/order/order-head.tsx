import { mapOf } from '#src/domain/site.ts';
import { useShop } from '#src/screens/shop.ts';
import { Artwork } from '#src/ui/artwork.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** What is sold here: the exhibition's picture, name, place and opening hours. */
export function OrderHead() {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const { name, place, openingHours, picture } = site.exhibition;
  return (
    <ScreenTitle
      lead={
        <>
          <span>{unbroken(openingHours[lang])}</span>
          <br />
          <a href={mapOf(site.exhibition, lang)} target="_blank" rel="noreferrer">
            {place[lang]}
          </a>
        </>
      }
      picture={<Artwork label={picture[lang]} />}
    >
      <span className="exhibition">{name[lang]}</span> <span>{t('order_title')}</span>
    </ScreenTitle>
  );
}
