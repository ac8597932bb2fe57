/** What remotes may use of the router. Guards and routes are the shell's. */
export { Link, NavLink, Outlet, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
